import { connect } from "node:net";

/** Returns whether a local address refuses connections, because no process listens on it. */
export function refusesConnections(address: string): Promise<boolean> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port) });
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    // Any other failure, such as too many open files, does not show that no process listens.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
    socket.unref();
  });
}
