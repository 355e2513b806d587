/** Where a path of the container really is. */
export interface PathMapping {
  containerPath: string;
  realPath: string;
}

/**
 * Replaces every path of a container by where it really is: a process of the host has no file system of its own. A
 * path counts when nothing that belongs to a longer one stands around it.
 */
export function rewritePaths(text: string, mappings: readonly PathMapping[]): string {
  if (mappings.length === 0) return text;
  const real = new Map(mappings.map(({ containerPath, realPath }) => [trim(containerPath), realPath]));
  const longestFirst = [...real.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    `(?<![\\w./-])(${longestFirst.map(escapePattern).join('|')})(?![\\w-]|\\.\\w)`,
    'g',
  );
  return text.replace(pattern, (path) => real.get(path) ?? path);
}

const trim = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
