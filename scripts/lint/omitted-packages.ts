const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'sunos'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** An entry of `packages` in package-lock.json, as far as it is read here. */
interface LockEntry {
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
}

export interface OmittedPackage {
  version: string;
  cpu: string[];
  dev?: true;
  libc?: string[];
  optional: true;
  os: string[];
}

/** Optional packages that others name and that have no entry of their own in a lock file, with the entries they need. */
export function findOmitted(packages: Readonly<Record<string, LockEntry>>): Record<string, OmittedPackage> {
  const omitted: Record<string, OmittedPackage> = {};
  for (const entry of Object.values(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const path = `node_modules/${name}`;
      const isThere = Object.keys(packages).some((each) => each === path || each.endsWith(`/${path}`));
      // npm itself leaves the WebAssembly variants out where a native one is for the platform.
      if (!isThere && !name.includes('wasm32'))
        omitted[path] = describePackage(name, version, entry.dev === true);
    }
  }
  return omitted;
}

/** Platform packages are named after what they are for, such as `@swc/core-linux-ppc64-gnu`. */
function describePackage(name: string, version: string, isDev: boolean): OmittedPackage {
  if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${name}: expected an exact version, got ${version}`);
  const words = name.split(/[/-]/);
  const isWindows = words.includes('win32') || words.includes('windows');
  const os = isWindows ? 'win32' : systems.find((each) => words.includes(each));
  const cpu = words.includes('64') ? 'x64' : processors.find((each) => words.includes(each));
  if (os === undefined || cpu === undefined)
    throw new Error(`${name}: its platform cannot be told from its name`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGlibc = words.some((word) => word.startsWith('gnu'));
  return {
    version,
    cpu: [cpu],
    ...(isDev ? { dev: true as const } : {}),
    ...(os === 'linux' && (isMusl || isGlibc) ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    os: [os],
  };
}
