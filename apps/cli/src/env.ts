import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** What the command takes from its surroundings. */
export interface CommandEnv {
  url: string | null;
  token: string | null;
  /** Data folder of a Proofload on this machine. */
  dataDir: string;
  /** Where `proofload login` keeps addresses and tokens. */
  credentialsPath: string;
  isCi: boolean;
}

/** @param repositoryRoot holds the data folder unless PROOFLOAD_DATA names another */
export function readEnv(repositoryRoot: string, env: NodeJS.ProcessEnv = process.env): CommandEnv {
  const configHome = env.XDG_CONFIG_HOME || join(homedir(), '.config');
  return {
    url: env.PROOFLOAD_URL || null,
    token: env.PROOFLOAD_TOKEN || null,
    dataDir: resolve(env.PROOFLOAD_DATA || join(repositoryRoot, '.proofload')),
    credentialsPath: join(configHome, 'proofload', 'credentials.json'),
    isCi: Boolean(env.CI) && env.CI !== 'false',
  };
}
