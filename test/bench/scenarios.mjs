// What is measured. A floor in calls: entities packed five and five, one page of each kind seen settled, one look for marks, one share read, one mark taken off.

const many = (/** @type {number} */ count, /** @type {string} */ prefix) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(16 - prefix.length, "0")}`);

/**
 * @param {number} size entities of each kind
 * @returns {import("./scenario.d.ts").Scenario}
 */
const oneShare = (size) => ({
  name: `one share, ${size} resources and ${size} targets`,
  async run(driver) {
    const inputs = {
      name: "bench",
      allowExternalTargets: true,
      resources: many(size, "vsw-").map((id) => ({ type: "VSwitch", id })),
      targets: many(size, "5"),
    };
    const outcome = await driver("ResourceShare").create(inputs, { self: "bench" });
    if (outcome.failure) throw outcome.failure;
  },
  floor(transition) {
    const writes = Math.ceil(size / 5);
    const pages = Math.ceil(size / 100);
    return {
      calls: writes + 2 * pages + 3,
      terms: `${writes} writes, ${2 * pages} pages, 1 look for marks, 1 share, 1 mark`,
      // The first ten of a second are free of waiting.
      seconds: Math.max(0, (writes - 1) / 10 - 0.9) + transition,
      secondsTerms: `${writes} writes at 10/s, one transition of ${transition} s`,
    };
  },
});

/** @type {readonly import("./scenario.d.ts").Scenario[]} */
export const scenarios = [oneShare(50), oneShare(500)];
