import { describe, expect, it } from "vitest";
import { catalog, failedWith, isInProgress, classify, serviceWide } from "../../../../provider/api/error-codes.ts";
import { sharing } from "../../../../provider/api/operations.ts";
import { ApiError, type Category } from "../../../../provider/kernel/errors.ts";

const failure = (operation: string, code: string, status = 409) => {
  const { category } = classify(code, status);
  return new ApiError({ operation, code, status, category, serviceMessage: "m", transient: false });
};

const declared = new Set<string>([...serviceWide, ...Object.values(sharing).flatMap(({ errors }): readonly string[] => errors)]);

describe("the catalog", () => {
  it("declares every error code of an operation or of the whole service in the catalog", () => {
    expect([...declared].filter((code) => !Object.hasOwn(catalog, code))).toEqual([]);
  });

  it("has no error code in the catalog that no operation declares, except two of the simulated service", () => {
    const rest = Object.keys(catalog).filter((code) => !declared.has(code));
    expect(rest).toEqual(["MissingParameter.TagKey", "AlreadyDisabled"]);
  });

  it.each<[string, number, Category]>([
    ["Throttling.SomethingNew", 400, "throttled"],
    ["Anything", 429, "throttled"],
    ["Anything", 502, "fault"],
    ["Forbidden.SomethingNew", 400, "denied"],
    ["IncompleteSignature", 400, "denied"],
    ["QuotaExceeded.SomethingNew", 400, "quota"],
    ["EntityNotExists.SomethingNew", 400, "absent"],
    ["Anything", 404, "absent"],
    ["Anything", 401, "denied"],
    ["Anything", 409, "conflict"],
    ["Anything", 400, "invalid"],
    ["toString", 400, "invalid"],
    ["EntityNotExists.ResourceShareInvitation", 409, "absent"],
    ["DisassociateInvalid", 400, "absent"],
    ["SystemError", 400, "fault"],
    ["ServiceUnavailable", 503, "fault"],
  ])("classifies the error %s with HTTP %i as %s", (code, status, category) => {
    expect(classify(code, status).category).toBe(category);
  });
});

describe("an error", () => {
  it("recognizes an error of the service by its operation and its code", () => {
    const error = failure("DeleteResourceShare", "DeleteResourceShareConflict");
    expect(failedWith(error, sharing.DeleteResourceShare, "DeleteResourceShareConflict")).toBe(true);
    expect(failedWith(error, sharing.DeleteResourceShare, "EntityNotExists.ResourceShare", "Throttling")).toBe(false);
    expect(
      failedWith(
        failure("UpdateResourceShare", "EntityNotExists.ResourceShare"),
        sharing.DeleteResourceShare,
        "EntityNotExists.ResourceShare",
      ),
    ).toBe(false);
    expect(failedWith(new Error("x"), sharing.DeleteResourceShare, "Throttling")).toBe(false);
  });

  it("treats an error as in progress when unfinished work blocks the operation", () => {
    expect(isInProgress(failure("AssociateResourceShare", "AssociateConflict"))).toBe(true);
    expect(isInProgress(failure("DeleteResourceShare", "ResourceShareStatusMismatchAction"))).toBe(false);
    expect(isInProgress(new Error("x"))).toBe(false);
  });
});
