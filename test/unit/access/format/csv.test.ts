import { expect, test } from "vitest";
import { toCsv } from "../../../../access/format/csv.ts";
import { sample } from "../sample.ts";

test("writes a line of CSV for each access and quotes names", () => {
  expect(toCsv(sample).split("\n")).toEqual([
    "change,target,target_kind,external,resource_type,resource,resource_arn,permission,account,pending,gap,share_names,share_ids,stack,was_pending,region,target_property,resource_property,old_permission,old_target_property,old_resource_property",
    ',2000000000000001,Account,true,VSwitch,vsw-1,,default,1,true,,"a""]<b>",rs-1,,,,,,,,',
    ',fd-1,Folder,false,VSwitch,vsw-1,,default,1,false,,"a""]<b>",rs-1,,,,,,,,',
  ]);
});

test.each(["=1+1", "+1", "-1", "@x", " =1"])("writes a name in CSV that begins as the formula %s as text", (name) => {
  const [access] = sample;
  const named = access ? [{ ...access, permission: name }] : [];
  expect(toCsv(named)).toContain(`,'${name},`);
});
