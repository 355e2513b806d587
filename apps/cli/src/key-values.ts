import { CommandError } from './command-error.ts';

/** Reads repeated `--label team=platform` options. @param option its name, for errors */
export function parseKeyValues(option: string, pairs: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new CommandError(`${option}: expected name=value, got ${pair}`);
    result[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return result;
}

/** A level as the YAML of an experiment would read it: `4` is a number, `true` a truth value, all else text. */
export function parseParam(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
