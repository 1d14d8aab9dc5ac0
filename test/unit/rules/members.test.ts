import { expect, test } from "vitest";
import { resources } from "../../../provider/resources/index.ts";
import { textOf } from "./files.ts";

const declaration = /^export interface Resource<.*?^}/ms.exec(textOf("provider/lifecycle/resource.ts"))?.[0] ?? "";
const order = Array.from(declaration.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm), ([, member]) => member ?? "");

test.each(resources.map((resource) => [resource.token, Object.keys(resource)]))(
  "declares the members of the resource %s in the order of the interface Resource",
  (_, members) => {
    expect(members).toEqual(order.filter((member) => members.includes(member)));
  },
);
