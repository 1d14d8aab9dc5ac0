import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import { digest } from "../../provider/kernel/ids.ts";
import { printableJson, singleLine } from "../../provider/kernel/printable.ts";
import type { PolicyFinding, PolicyLevel } from "../diff/policies/policy-findings.ts";
import { type Risk, risksOf, riskTexts } from "../diff/review/risks.ts";
import { shareKey } from "../share-snapshot.ts";
import { sectionOf, type ShownAccess } from "../shown-access.ts";
import { kindOf } from "./target-kind.ts";

/** What a SARIF file contains beside the accesses. */
export interface SarifOptions {
  /** Patterns of targets that may be outside the directory. */
  readonly allowed: readonly string[];
  readonly findings?: readonly PolicyFinding[];
}

const findingLevels: Readonly<Record<PolicyLevel, "error" | "warning" | "note">> = {
  mandatory: "error",
  advisory: "warning",
  fixed: "note",
};

/**
 * What a reviewer should check, as SARIF 2.1.0: the risks, unless a pattern allows them, and the findings of policies. A code scanner lists each result once, by its fingerprint.
 */
export function toSarif(accesses: readonly ShownAccess[], { allowed, findings = [] }: SarifOptions): string {
  const risks = risksOf(accesses, allowed);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "resourceshare", rules: [...risks.map(riskRule), ...policyRules(findings)] } },
        results: [...risks.flatMap(riskResults), ...findings.map(policyResult)],
      },
    ],
  };
  return printableJson(JSON.stringify(log, undefined, 2));
}

function riskRule({ kind }: Risk<ShownAccess>) {
  const { title, advice } = riskTexts[kind];
  return { id: `access/${kind}`, shortDescription: { text: title }, help: { text: advice } };
}

/** Escapes brackets and braces, which SARIF viewers read as links and placeholders (SARIF 2.1.0, 3.11.5 and 3.11.6). */
function literal(text: string): string {
  return singleLine(text)
    .replaceAll(/[[\]\\]/g, String.raw`\$&`)
    .replaceAll(/[{}]/g, "$&$&");
}

function policyRules(findings: readonly PolicyFinding[]) {
  return [...new Set(findings.map(policyId))].map((id) => ({ id, shortDescription: { text: literal(`Policy ${id}`) } }));
}

function policyId({ pack, policy }: PolicyFinding): string {
  return `${pack}/${policy}`;
}

/** One result for each target and share, so that a changed list of resources is still the same result. */
function riskResults({ kind, accesses }: Risk<ShownAccess>) {
  const pairs = accesses.flatMap((access) => access.shares.map((share) => ({ access, share })));
  const keyOf = ({ access, share }: (typeof pairs)[number]) => JSON.stringify([access.target.id, shareKey(share)]);
  return groupedBy(pairs, keyOf).map((same) => {
    const [first] = same;
    const { access, share } = first;
    const resources = same.map((one) => `${one.access.resource.type} ${one.access.resource.id}`);
    const message = `${kindOf(access.target)} ${access.target.id} ${verbOf(access)} ${resources.join(", ")} through ${share.name}; ${riskTexts[kind].advice}`;
    return sarifResult(`access/${kind}`, riskTexts[kind].level, message, shareKey(share), keyOf(first));
  });
}

function verbOf(access: ShownAccess): string {
  if (access.change === undefined) return "can use";
  if (access.gap === true) return "is interrupted in using";
  if (access.change === "lost") return "loses";
  if (access.change === "changed") return "gets changed access to";
  return sectionOf(access) === "in force" ? "can now use" : "gains";
}

function policyResult(finding: PolicyFinding) {
  return sarifResult(policyId(finding), findingLevels[finding.level], finding.message, finding.urn, finding.urn + finding.message);
}

function sarifResult(ruleId: string, level: "error" | "warning" | "note", message: string, place: string, key: string) {
  return {
    ruleId,
    level,
    message: { text: literal(message) },
    // GitHub shows no result without a file; the program's files do not appear in a state.
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: "Pulumi.yaml" }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: place, kind: "resource" }],
      },
    ],
    partialFingerprints: { "resourceshare/v1": digest(`${ruleId} ${key}`) },
  };
}
