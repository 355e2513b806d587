const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'sunos'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Optional packages that others name and that have no entry of their own in a lock file.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 * @returns {Record<string, {version: string, optional: true, os: string[], cpu: string[], libc?: string[]}>} their entries
 */
export function findOmitted(packages) {
  const omitted = {};
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
function describePackage(name, version, isDev) {
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
    ...(isDev ? { dev: true } : {}),
    ...(os === 'linux' && (isMusl || isGlibc) ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    os: [os],
  };
}
