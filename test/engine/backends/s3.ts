import { execFileSync } from "node:child_process";
import { provideS3Server } from "../../../scripts/setup/s3-server.mjs";
import type { Backend } from "./backend.ts";
import { startServer } from "./server.ts";
import type { StateStore } from "./state-store.ts";

/** Starts an S3-compatible server on a free port of loopback; each store is a bucket of its own. */
export async function startS3(): Promise<Backend> {
  const words = ["-host", "127.0.0.1:0", "-backend", "memory", "-autobucket", "-quiet"];
  const server = await startServer(await provideS3Server(), words, /using port: (\d+)/);
  const address = `http://127.0.0.1:${server.ready[1]}`;
  let stores = 0;
  return {
    newStore: () => {
      stores += 1;
      return bucket(address, `state-${stores}`);
    },
    [Symbol.asyncDispose]: server.stop,
  };
}

function bucket(address: string, name: string): StateStore {
  const parameters = new URLSearchParams({ endpoint: address, s3ForcePathStyle: "true", disableSSL: "true", region: "us-east-1" });
  const curl = (words: readonly string[], input = "") =>
    execFileSync("curl", ["--silent", "--show-error", "--fail", ...words], { input, encoding: "utf8" });
  return {
    // The server compares no signatures.
    env: {
      PULUMI_BACKEND_URL: `s3://${name}?${parameters.toString()}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    },
    read: (key) => curl([`${address}/${name}/${key}`]),
    write: (key, text) => {
      // The server keeps the checksum of an object that is overwritten without one, and the CLI compares it.
      curl(["--request", "DELETE", `${address}/${name}/${key}`]);
      curl(["--request", "PUT", "--data-binary", "@-", `${address}/${name}/${key}`], text);
    },
    list: (prefix) =>
      Array.from(
        curl([`${address}/${name}?list-type=2&prefix=${encodeURIComponent(prefix)}`]).matchAll(/<Key>([^<]*)<\/Key>/g),
        ([, key = ""]) => key,
      ),
  };
}
