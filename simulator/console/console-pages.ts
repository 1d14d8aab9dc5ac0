import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageResponse, Pages, Simulator } from "../index.ts";
import { packageFolder } from "../../access/output/manifest.ts";
import { accessPicture, accessTableReader } from "./access-view.ts";

/** The path of the console on the port of the simulated service. */
export const consolePath = "/_simulator/console/";

/** The files of the console, which the build writes, with their types. */
const fileTypes = {
  "index.html": "text/html; charset=utf-8",
  "console.js": "text/javascript; charset=utf-8",
  "console.css": "text/css; charset=utf-8",
  "icon.svg": "image/svg+xml; charset=utf-8",
} as const;

/** The page runs its own script and style only, calls its own server only, and cannot be framed. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** A picture has its own styles, and nothing else. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The pages of the simulator's console: a web page that shows and changes a simulated service.
 *
 * @throws Error when the page is not built.
 */
export function consolePages(simulator: Simulator): Pages {
  const folder = join(packageFolder(), "dist/simulator/console/page");
  if (!existsSync(join(folder, "console.js"))) throw new Error(`the console is not built in ${folder}: run npm run build`);
  const files = new Map<string, PageResponse>(
    Object.entries(fileTypes).map(([name, type]) => [
      `${consolePath}${name === "index.html" ? "" : name}`,
      pageResponse(type, readFileSync(join(folder, name))),
    ]),
  );
  const accessTableOf = accessTableReader(simulator);
  return ({ pathname, searchParams }) => {
    if (`${pathname}/` === consolePath) return { status: 308, headers: { location: consolePath }, body: "" };
    if (pathname === `${consolePath}access.json`) return pageResponse("application/json; charset=utf-8", accessTableOf(searchParams));
    if (pathname === `${consolePath}access.svg`)
      return pageResponse(fileTypes["icon.svg"], accessPicture(simulator, searchParams), picturePolicy);
    return files.get(pathname);
  };
}

function pageResponse(type: string, body: PageResponse["body"], policy = contentSecurityPolicy): PageResponse {
  return {
    status: 200,
    headers: {
      "content-type": type,
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    body,
  };
}
