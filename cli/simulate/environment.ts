import { configurationKeys } from "../../provider/client/config/configuration-keys.ts";
import { deviceDemo } from "../../simulator/index.ts";
import type { NamedKey } from "../../simulator/index.ts";

/** Variables that can name a real service or contain real credentials. */
const serviceVariables = /^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/;

/** The keys of the configuration that are about how the client works, not about whom it calls: values of the user's shell apply here, too. */
const generalKeys = ["timeoutSeconds", "requestTimeoutSeconds", "maxAttempts", "trace"];

/** A running simulated service, and the accounts that programs use there. */
export interface SimulatedService {
  readonly url: string;
  /** The default account. */
  readonly account: NamedKey;
  /** The further accounts, which programs name. */
  readonly others: readonly NamedKey[];
  /** Whether it serves the demonstration world, which has a user of the device API. */
  readonly isDemo: boolean;
}

/** Returns the variables that point programs and commands at a simulated service. */
export function settingsOf({ url, account, others, isDemo }: SimulatedService): Readonly<Record<string, string>> {
  return {
    RESOURCESHARE_ENDPOINT: url,
    RESOURCESHARE_DEVICE_ENDPOINT: url,
    ALIBABA_CLOUD_ACCESS_KEY_ID: account.accessKeyId,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: account.accessKeySecret,
    ...(others.length > 0 ? { RESOURCESHARE_ACCOUNTS: accountsText(others) } : {}),
    ...(isDemo
      ? {
          RESOURCESHARE_DEVICE_ACCESS_TOKEN: deviceDemo.accessToken,
          RESOURCESHARE_DEVICE_REFRESH_TOKEN: deviceDemo.refreshToken,
        }
      : {}),
  };
}

/** Returns the environment of a command that uses a simulated service: it contains no real endpoint and no real credentials. */
export function environmentWith(service: SimulatedService, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !serviceVariables.test(name));
  return { ...Object.fromEntries(inherited), ...settingsOf(service) };
}

/** Returns the shell commands that set the environment for a simulated service, and unset what the user's shell may have of a real one. */
export function shellLines(service: SimulatedService): string[] {
  const settings = Object.entries(settingsOf(service));
  const others = Object.entries(configurationKeys).flatMap(([name, { variable }]) =>
    generalKeys.includes(name) || settings.some(([set]) => set === variable) ? [] : [variable],
  );
  return [`unset ${others.join(" ")}`, ...settings.map(([name, value]) => `export ${name}=${quoted(value)}`)];
}

/** The accounts as JSON, with a line for each account, so that a terminal shows them legibly. */
function accountsText(accounts: readonly NamedKey[]): string {
  const lines = accounts.map(
    ({ name, accessKeyId, accessKeySecret }) => `${JSON.stringify(name)}: ${JSON.stringify({ accessKeyId, accessKeySecret })}`,
  );
  return `{\n${lines.join(",\n")}\n}`;
}

function quoted(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
