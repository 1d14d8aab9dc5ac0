import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { backendIn, normalizedBackend } from "../../../../provider/host/backend-address.ts";

describe("the address of a backend", () => {
  it.each([
    ["name: shop\nbackend:\n  # ours\n  url: s3://state?region=eu\nruntime: nodejs\n", "s3://state?region=eu"],
    ['backend: { url: "s3://state" }\n', "s3://state"],
    ["backend:\r\n  url: 's3://state'\r\n", "s3://state"],
    ['{ "backend": { "url": "s3://state" } }', "s3://state"],
    ["name: shop\nconfig:\n  url: s3://other\n", undefined],
    ["backend:\nconfig:\n  url: s3://other\n", undefined],
  ])("reads the backend of the project file %j", (text, backend) => {
    expect(backendIn(text)).toBe(backend);
  });

  it.each([
    ["file://~", `file://${homedir()}`],
    ["file://./state", "file:///project/state"],
    ["file:///state", "file:///state"],
    ["https://user:secret@example.com/a/?b=c#d", "https://example.com/a"],
    ["s3://state/?region=a&endpoint=https://key:secret@minio.test:9000/&profile=b", "s3://state endpoint=minio.test:9000"],
    ["gs://state?access_id=a&private_key_path=b", "gs://state"],
    ["gs://state?prefix=one/", "gs://state prefix=one"],
    ["azblob://state?protocol=https&domain=example.com&storage_account=shop", "azblob://state storage_account=shop domain=example.com"],
    ["postgres://me:secret@db.test:5432/state?sslmode=require&table=shop", "postgres://db.test:5432/state table=shop"],
    ["postgres://me:secret@/state?host=/run/db&table=shop", "postgres:///state host=/run/db table=shop"],
    ["postgres://me:secret@a.test:1,b.test:2/state", "postgres://a.test:1,b.test:2/state"],
    ["not an address", ""],
  ])("normalizes the backend address %s", (url, form) => {
    expect(normalizedBackend(url, "/project", {})).toBe(form);
  });

  it.each([
    ["azblob://state", { AZURE_STORAGE_ACCOUNT: "shop" }, "azblob://state storage_account=shop"],
    ["azblob://state", { AZURE_STORAGE_CONNECTION_STRING: "AccountName=shop;AccountKey=canary==" }, "azblob://state storage_account=shop"],
    ["azblob://state?storage_account=own", { AZURE_STORAGE_ACCOUNT: "shop" }, "azblob://state storage_account=own"],
    ["s3://state", { AWS_ENDPOINT_URL: "http://minio.test" }, "s3://state endpoint=minio.test"],
    ["postgres://", { PGHOST: "db.test", PGPORT: "5433", PGDATABASE: "state" }, "postgres:// host=db.test port=5433 dbname=state"],
    ["postgres://db.test:5432/state", { PGHOST: "other.test", PGPORT: "5433", PGDATABASE: "other" }, "postgres://db.test:5432/state"],
  ])("completes the backend address %s from %j", (url, environment, form) => {
    expect(normalizedBackend(url, "/project", environment)).toBe(form);
  });
});
