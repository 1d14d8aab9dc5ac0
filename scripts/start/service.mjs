import { createSimulator, serve } from "pulumi-resourceshare/simulator";

/** The first port that is tried. */
const FIRST_PORT = 4010;
/** The number of ports that are tried. */
const PORT_COUNT = 20;

/** Starts the simulated service on the first free port. */
export async function startService() {
  const simulator = createSimulator();
  for (let port = FIRST_PORT; port < FIRST_PORT + PORT_COUNT; port += 1) {
    try {
      return { simulator, ...(await serve(simulator, { port })) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
  throw new Error(`the ports ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} are all in use`);
}
