import { actionOf, parseIncomingRequest } from "../../../simulator/gateway/request.ts";
import type { Simulator } from "../../../simulator/index.ts";
import type { HttpRequest, HttpResponse } from "../../../provider/wire/transport.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

/** The answer to a call that is not allowed. */
const refusal: HttpResponse = {
  status: 403,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ Code: "NoPermission", Message: "You are not authorized.", RequestId: "00000000" }),
};

/** The service, which refuses one write of an update, or shows what each write leaves. */
export interface RefusingService {
  /** Is served in place of the simulator. */
  readonly simulator: Simulator;
  /** Refuses the write with this number, counted from 1, while `work` runs. */
  refuseWrite(nth: number, work: () => Promise<void>): Promise<void>;
  /** Is called after each write. */
  afterWrite: () => void;
}

export function createRefusingService(simulator: Simulator): RefusingService {
  let remaining = 0;
  const deliver = (request: HttpRequest) => {
    const isWrite = !isReadOperation(actionOf(parseIncomingRequest(request)).action);
    if (isWrite && remaining > 0 && (remaining -= 1) === 0) return { kind: "answer" as const, response: refusal, delayMs: 0 };
    const delivery = simulator.deliver(request);
    if (isWrite) service.afterWrite();
    return delivery;
  };
  const service: RefusingService = {
    simulator: Object.create(simulator, { deliver: { value: deliver } }) as Simulator,
    async refuseWrite(nth, work) {
      remaining = nth;
      await work();
      remaining = 0;
    },
    afterWrite: () => undefined,
  };
  return service;
}
