import { createSimulator, serve, type Simulator } from "../../../simulator/index.ts";
import { RandomChoices } from "../../support/random-programs/random.ts";
import { emptyProgram, type Program } from "../../support/random-programs/model.ts";
import { entriesOf, programText } from "../../support/random-programs/render.ts";
import { credentialsOf, type Workspace, workspaceOf, worldOf } from "../../support/random-programs/workspace.ts";
import { type Binding, type BindingName, openBinding } from "../binding.ts";
import { Project } from "../pulumi.ts";
import { createRefusingService, type RefusingService } from "./refusing-service.ts";

/** How much is tried, and from which seed. */
interface AccuracyOptions {
  readonly binding: BindingName;
  readonly seed: number;
  readonly programNumbers: readonly number[];
  readonly rounds: number;
}

/** A random program between two edits. */
export interface ProgramState {
  readonly place: Workspace;
  readonly random: RandomChoices;
  before: Program;
  program: Program;
  /** The out-of-band changes, or the failed update, since the last edit. */
  drifted: readonly string[];
  /** Whether no out-of-band addition can collide with the lists that `ignoreChanges` keeps. */
  canIgnore: boolean;
  canAdopt: boolean;
}

/** One stack that has all random programs, and its simulated service. */
export interface AccuracyFixture extends AsyncDisposable {
  readonly options: AccuracyOptions;
  readonly env: Readonly<Record<string, string>>;
  readonly simulator: Simulator;
  readonly service: RefusingService;
  /** Chooses what happens to the whole stack. */
  readonly random: RandomChoices;
  readonly project: Project;
  readonly binding: Binding;
  readonly programs: readonly ProgramState[];
}

export async function openFixture(options: AccuracyOptions): Promise<AccuracyFixture> {
  const places = options.programNumbers.map(workspaceOf);
  const simulator = createSimulator({
    world: worldOf(places),
    limits: false,
    pace: { associate: 0, disassociate: 0, deleteShare: 0, accept: 0 },
  });
  await using opened = new AsyncDisposableStack();
  const binding = opened.use(await openBinding(options.binding));
  const service = createRefusingService(simulator);
  const { url, close } = await serve(service.simulator);
  opened.defer(close);
  const env = { RESOURCESHARE_ENDPOINT: url, RESOURCESHARE_STS_ENDPOINT: url, PULUMI_DEBUG_COMMANDS: "true", ...credentialsOf(places) };
  const files = { ...binding.files, "index.js": binding.program(programText), "program.json": "[]" };
  const project = opened.use(await Project.open({ env, files }));
  const programs = places.map((place) => ({
    place,
    random: new RandomChoices(options.seed * 1009 + place.number),
    before: emptyProgram,
    program: emptyProgram,
    drifted: [],
    ...{ canIgnore: true, canAdopt: true },
  }));
  const kept = opened.move();
  return {
    options,
    env,
    simulator,
    service,
    project,
    binding,
    programs,
    random: new RandomChoices(options.seed),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Writes the random programs as they are to the stack's project, and returns their resources. */
export function writePrograms({ project, programs }: AccuracyFixture) {
  const entries = programs.flatMap(({ program, place }) => entriesOf(program, place));
  project.write({ "program.json": JSON.stringify(entries) });
  return entries;
}

type ResourcesInState = ReturnType<Project["resources"]>;

/** What the stack manages: what the program only reads adds no access. */
export function managed(resources: ResourcesInState): ResourcesInState {
  return resources.filter(({ external }) => external !== true);
}

/** How long a command of the CLI may take. */
export const timeoutMs = 170_000;
