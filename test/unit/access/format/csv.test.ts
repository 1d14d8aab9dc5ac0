import { expect, test } from "vitest";
import { toCsv } from "../../../../access/format/csv.ts";
import { changesOfAllKinds, sample } from "../sample.ts";

test("writes a line for each access and quotes names", () => {
  expect(toCsv(sample).split("\n")).toEqual([
    "change,target,target_kind,external,resource_type,resource,resource_arn,permission,account,pending,gap,share_names,share_ids,stack,was_pending,region,target_property,resource_property",
    ',2000000000000001,Account,true,VSwitch,vsw-1,,default,1,true,,"a""]<b>",rs-1,,,,,',
    ',fd-1,Folder,false,VSwitch,vsw-1,,default,1,false,,"a""]<b>",rs-1,,,,,',
  ]);
});

test("quotes a name with a semicolon, at which a spreadsheet may begin a cell", () => {
  const [access] = sample;
  expect(toCsv(access ? [{ ...access, permission: "a;=1+1" }] : [])).toContain(',"a;=1+1",');
});

test.each(["=1+1", "+1", "-1", "@x", " =1"])("writes a name that begins as the formula %s as text", (name) => {
  const [access] = sample;
  const named = access ? [{ ...access, permission: name }] : [];
  expect(toCsv(named)).toContain(`,'${name},`);
});

test("writes what is risky first with every value of a change, and leaves a value empty that is not known", () => {
  const changes = changesOfAllKinds.map((change, index) => (index % 2 === 0 ? change : { ...change, stack: "shop/dev" }));
  expect(toCsv(changes).split("\n").slice(1)).toEqual([
    "gained,2000000000000001,Account,true,VSwitch,vsw-1,,AliyunRSPermissionVSwitchReadWrite,1,true,false,network,rs-1,shop/dev,,,,",
    "gained,11,Account,,Image,m-1,acs:ecs:cn-hangzhou:1:image/m-1,default,1,false,false,network,rs-1,,,,,",
    "gained,12,Account,,Image,m-1,acs:ecs:cn-hangzhou:1:image/m-1,default,1,false,false,network,rs-1,shop/dev,,,,",
    "gained,ipam.aliyuncs.com,Service,false,VSwitch,vsw-1,,default,1,false,false,network,rs-1,,,,,",
    "gained,rd-1,ResourceDirectory,false,VSwitch,vsw-1,,default,1,false,false,network,rs-1,shop/dev,,,,",
    "kept,fd-2,Folder,false,VSwitch,vsw-1,,default,1,false,true,network,rs-1,shop/dev,,,,",
    "kept,fd-1,Folder,false,VSwitch,vsw-1,,default,1,false,false,network,rs-1,,,,,",
    'lost,fd-3,Folder,false,VSwitch,vsw-1,,default,1,false,false,"network; old","rs-1; rs-2",,,,,',
    "unknown,unknown,Unknown,false,VSwitch,vsw-1,,default,1,false,false,new,,shop/dev,,,,",
    "unknown,fd-1,Folder,false,unknown,unknown,,unknown,1,false,false,network,rs-1,,,,,",
    "kept,13,Account,false,VSwitch,vsw-1,,default,1,false,false,network,rs-1,,true,,,",
    "kept,14,Account,false,VSwitch,vsw-1,,default,1,true,false,network,rs-1,shop/dev,false,,,",
  ]);
});
