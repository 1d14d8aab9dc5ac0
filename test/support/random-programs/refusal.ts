import type { HttpResponse } from "../../../provider/wire/transport.ts";

/** The answer to a call that is not allowed. */
export const refusal: HttpResponse = {
  status: 403,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ Code: "NoPermission", Message: "You are not authorized.", RequestId: "00000000" }),
};
