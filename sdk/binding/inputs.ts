import type * as pulumi from "@pulumi/pulumi";

/** Arguments of which every part may be an output. Each member keeps its documentation. */
export type Inputs<Args> = { [Name in keyof Args]: pulumi.Input<Parts<Args[Name]>> };

type Parts<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly pulumi.Input<Parts<Item>>[]
    : Value extends object
      ? Inputs<Value>
      : Value;
