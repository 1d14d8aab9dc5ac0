// Loaded into provider processes by NODE_OPTIONS: records when the engine's requests arrive and for which resource, and what the process has used, in the folder BENCH_TRACE.
const { appendFileSync, writeFileSync } = require("node:fs");
const http2 = require("node:http2");

const usageIntervalMs = 250;
const file = `${process.env["BENCH_TRACE"]}/${process.pid}`;
const { createServer } = http2;
/** @type {NodeJS.Timeout | undefined} */
let timer;

http2.createServer = (/** @type {any[]} */ ...args) => {
  const server = createServer(...args);
  server.on("stream", (stream, headers) => {
    const [, request] = /^\/pulumirpc\.ResourceProvider\/(Create|Read|Delete)$/.exec(String(headers[":path"])) ?? [];
    if (request === undefined) return;
    const at = Date.now();
    let body = "";
    stream.on("data", (/** @type {Buffer} */ part) => (body += part.toString("latin1")));
    stream.on("end", () => appendFileSync(`${file}.requests`, `${at} ${request} ${nameIn(body)}\n`));
    // The engine may kill the process, so that a record at its end would be missing.
    timer ??= setInterval(recordUsage, usageIntervalMs).unref();
  });
  return server;
};

/** The name of a resource from the first URN of a request. @param {string} body */
function nameIn(body) {
  return /urn:pulumi:\P{Cc}*?::([\w-]+)(?=\p{Cc})/u.exec(body)?.[1] ?? "";
}

function recordUsage() {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(`${file}.usage`, JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }));
}
