import { chunks } from "../../provider/kernel/ids.ts";
import { shellWord } from "../../provider/kernel/shell-word.ts";
import { configurationKeys } from "../../provider/client/config/configuration-keys.ts";
import { deviceDemo, type NamedKey } from "../../simulator/index.ts";

/** The variables of the configuration: they can name a real service or contain real credentials. */
const serviceVariables = /^(ALIBABA_CLOUD_|RESOURCESHARE_(?!CACHE_DIR$))/;

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

/** Returns the environment of a command that uses a simulated service, without the configuration that the user's shell has. */
export function environmentWith(service: SimulatedService, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !serviceVariables.test(name));
  return { ...Object.fromEntries(inherited), ...settingsOf(service) };
}

/** Returns the shell commands that set the environment for a simulated service, and unset all else that configures the provider in the user's shell. */
export function shellLines(service: SimulatedService): string[] {
  const settings = Object.entries(settingsOf(service));
  const variables = Object.values(configurationKeys).map(({ variable }) => variable);
  const others = variables.filter((variable) => settings.every(([set]) => set !== variable));
  // Three names a line fit into a terminal.
  return [
    ...chunks(others, 3).map((names) => `unset ${names.join(" ")}`),
    ...settings.map(([name, value]) => `export ${name}=${shellWord(value)}`),
  ];
}

/** The accounts as JSON, with a line for each account, so that a terminal shows them legibly. */
function accountsText(accounts: readonly NamedKey[]): string {
  const lines = accounts.map(
    ({ name, accessKeyId, accessKeySecret }) => `${JSON.stringify(name)}: ${JSON.stringify({ accessKeyId, accessKeySecret })}`,
  );
  return `{\n${lines.join(",\n")}\n}`;
}
