const interrupting = ["SIGINT", "SIGTERM"] as const;

/**
 * Resolves at the next signal that interrupts a command. A closed terminal sends SIGHUP, more than once: it interrupts a command that nothing
 * has interrupted before, and never a second time, which would end running engines at once.
 */
export function nextInterruption(): Promise<void> {
  return new Promise((resolve) => {
    const isFirst = !process.listeners("SIGHUP").includes(ignoreHangUp);
    const signals = isFirst ? ([...interrupting, "SIGHUP"] as const) : interrupting;
    const listen = (): void => {
      if (isFirst) process.on("SIGHUP", ignoreHangUp);
      for (const signal of signals) process.off(signal, listen);
      resolve();
    };
    for (const signal of signals) process.on(signal, listen);
  });
}

function ignoreHangUp(): void {}
