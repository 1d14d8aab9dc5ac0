/** What the engine asks the provider's process to do with many resources at once. */
export type Work = "up" | "refresh" | "destroy";

/** A resource that a program wants. */
export interface DesiredResource {
  readonly kind: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** A resource that exists, as the engine's state has it. */
export interface ExistingResource {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Where the simulated service is, and whose key is used. */
export interface Address {
  readonly url: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
}

/** One piece of work, handed to a process of its own. */
export interface Task {
  readonly work: Work;
  readonly address: Address;
  /** How many resources the engine works on at once. */
  readonly inFlight: number;
  readonly wanted: readonly DesiredResource[];
  readonly kept: readonly ExistingResource[];
}

/** What became of a piece of work. */
export interface TaskResult {
  readonly kept: readonly ExistingResource[];
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most memory that the process had at once, in megabytes. */
  readonly peakMb: number;
}

/** The service's log of a piece of work. */
export interface CallCounts {
  readonly calls: number;
  readonly throttled: number;
  readonly byOperation: Readonly<Record<string, number>>;
}

/** A part of a floor: so many calls of an operation, and what they are for. */
export interface Term {
  readonly operation: string;
  readonly calls: number;
  readonly why: string;
}

/** The least that the service's rules leave to do, and what it is made of. */
export interface Floor {
  readonly calls: number;
  readonly terms: readonly Term[];
  readonly seconds: number;
  readonly secondsTerms: string;
}

/** What a figure may be at most, as a multiple of its floor; absent where it is only reported. */
export interface Bounds {
  readonly calls?: number;
  readonly seconds?: number;
}

/** When the engine has started the operation of a resource, in milliseconds. */
export interface Start {
  readonly name: string;
  readonly at: number;
}

/** One measurement: a piece of work on the resources of its scenario. */
export interface Step {
  readonly scenario: string;
  readonly title: string;
  readonly work: Work;
  readonly bounds: Bounds;
  /** What is in flight together, as if all of it started at once. */
  readonly terms: readonly Term[];
  /** The terms when operations start one after another; absent where they are the same. */
  readonly termsOfStarts?: (starts: readonly Start[], transitionMs: number) => readonly Term[];
  /** Over how many regions the calls go, evenly; one when absent. */
  readonly regions?: number;
  /** How often everything that is in flight together has to wait for a transition. */
  readonly waves: number;
}

/** Pieces of work that follow each other on one service. */
export interface Workload {
  readonly inFlight: number;
  /** The shares that exist before anything is measured. */
  readonly shares: readonly DesiredResource[];
  /** What the program wants, given the ids of those shares. */
  wanted(shareIds: readonly string[]): DesiredResource[];
  readonly steps: readonly Step[];
}

/** A step that was measured. */
export interface Row extends CallCounts {
  readonly scenario: string;
  readonly title: string;
  readonly transitionMs: number;
  readonly inFlight: number;
  readonly floor: Floor;
  readonly bounds: Bounds;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  /** The bounds that were not kept. */
  readonly over: readonly string[];
}

/** One figure beside what it is compared with. */
export interface Figure {
  readonly scenario: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: { readonly atMost?: number; readonly atLeast?: number };
  readonly detail: string;
  readonly over: boolean;
}

/** How the engine runs a scenario. */
export interface EngineSetting {
  readonly binding: "dynamic" | "plugin";
  /** Whether the engine writes the state before and after each operation. */
  readonly checkpoints: boolean;
  /** Whether another process keeps one core busy. */
  readonly isBusy: boolean;
}

/** What the engine needs with a provider that does nothing. */
export interface EngineNothing {
  /** The whole command. */
  readonly nothingSeconds: number;
  /** From the start of the command to the first operation. */
  readonly startSeconds: number;
  readonly nothingCpuSeconds: number;
}

/** What one run of the engine has needed. */
export interface EngineMeasured extends CallCounts, EngineNothing {
  /** The whole command, with the start of the program and of the provider. */
  readonly seconds: number;
  /** Processor time of the provider's process. */
  readonly cpuSeconds: number;
}

/** One step through the engine, beside its floor. */
export interface EngineRow extends EngineSetting, EngineMeasured {
  readonly scenario: string;
  readonly title: string;
  /** The engine's `--parallel`. */
  readonly parallel: number;
  readonly transitionMs: number;
  readonly floor: Floor;
  /** The larger of the floor in seconds, from the first operation on, and what the engine needs with a provider that does nothing. */
  readonly floorSeconds: number;
  /** The most calls, as a multiple of the floor. */
  readonly atMost: number;
  readonly isOver: boolean;
}

/** How the cost of a scenario grows with its size. */
export interface Growth {
  readonly scenario: string;
  readonly sizes: readonly {
    readonly times: number;
    readonly title: string;
    readonly callsRatio: number;
    readonly seconds: number;
    /** The seconds as a multiple of their floor. */
    readonly secondsRatio: number;
    readonly cpuSeconds: number;
    /** The most memory at once, above what the process takes without work. */
    readonly aboveMb: number;
  }[];
  /** What grows faster than the work. */
  readonly over: readonly string[];
}

/** All that one run of the benchmarks has measured. */
export interface Report {
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly memoryGb: number;
    readonly node: string;
    readonly date: string;
    /** The machine's load at the start, over a minute: what other processes do at the same time. */
    readonly load: string;
  };
  readonly rows: readonly Row[];
  readonly growth: readonly Growth[];
  readonly figures: readonly Figure[];
}
