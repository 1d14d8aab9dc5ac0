import type { Driver } from "../../provider/lifecycle/driver.ts";

/** The least that the service's rules leave to do, and what it is made of. */
export interface Floor {
  readonly calls: number;
  readonly terms: string;
  readonly seconds: number;
  readonly secondsTerms: string;
}

/** One thing that is measured. */
export interface Scenario {
  readonly name: string;
  run(driver: (token: string) => Driver): Promise<void>;
  floor(transitionSeconds: number): Floor;
}
