import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres } from "../../../scripts/setup/requirements.mjs";
import type { Backend } from "./backend.ts";
import { startServer } from "./server.ts";
import type { StateStore } from "./state-store.ts";

const DATABASE = "postgres";
const USER = "pulumi";

/**
 * Starts a PostgreSQL of its own, whose data and socket are in a temporary folder that only its user can enter; each store is a table.
 * It listens on no port.
 */
export async function startPostgres(): Promise<Backend> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error("there is no PostgreSQL: node scripts/setup.mjs --tests installs it, or says how");
  const owner = ownerOfServer();
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-postgres-"));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const options = { cwd: folder, ...owner };
  const initialization = [`--pgdata=${data}`, `--username=${USER}`, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
  execFileSync(join(programs, "initdb"), initialization, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const words = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"];
  const server = await startServer(join(programs, "postgres"), words, /ready to accept connections/, options);
  let stores = 0;
  return {
    newStore: () => {
      stores += 1;
      return table(join(programs, "psql"), folder, `state_${stores}`);
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function table(psql: string, folder: string, name: string): StateStore {
  const query = (sql: string, variables: Readonly<Record<string, string>>) => {
    const set = Object.entries(variables).flatMap(([variable, value]) => ["--set", `${variable}=${value}`]);
    const words = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", ...set];
    return execFileSync(psql, [...words, "--host", folder, "--username", USER, "--dbname", DATABASE], { input: sql, encoding: "utf8" });
  };
  // The CLI puts the database's name before each key.
  const keyOf = (key: string) => `${DATABASE}/${key}`;
  return {
    env: { PULUMI_BACKEND_URL: `postgres://${USER}@/${DATABASE}?host=${encodeURIComponent(folder)}&table=${name}` },
    read: (key) => {
      const text = query(`SELECT data->>'data' FROM ${name} WHERE key = :'key';`, { key: keyOf(key) });
      if (text === "") throw new Error(`${name} has no ${key}`);
      return Buffer.from(text, "base64").toString("utf8");
    },
    write: (key, text) => {
      const data = Buffer.from(text).toString("base64");
      query(`UPDATE ${name} SET data = json_build_object('data', '${data}') WHERE key = :'key';`, { key: keyOf(key) });
    },
    list: (prefix) =>
      query(`SELECT key FROM ${name} WHERE starts_with(key, :'prefix') ORDER BY key;`, { prefix: keyOf(prefix) })
        .split("\n")
        .filter((key) => key !== "")
        .map((key) => key.slice(DATABASE.length + 1)),
  };
}

/** PostgreSQL refuses to run as root; its package makes a user for it. */
function ownerOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
