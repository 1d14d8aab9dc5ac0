import type * as pulumi from "@pulumi/pulumi";

/** Arguments of which every part may be an output. Each member keeps its documentation. */
export type Inputs<Args> = { [Name in keyof Args]: pulumi.Input<Parts<Args[Name]>> };

/** Arguments of which exactly one of the named ones is given. */
export type ExactlyOne<Names extends keyof Args, Args> = Omit<Args, Names> &
  { [Name in Names]: Required<Pick<Args, Name>> & { [Other in Exclude<Names, Name>]?: never } }[Names];

type Parts<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly pulumi.Input<Parts<Item>>[]
    : Value extends object
      ? Inputs<Value>
      : Value;
