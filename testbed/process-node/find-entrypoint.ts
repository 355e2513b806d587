import { WaitingError } from './waiting-error.ts';

/** Programs of this machine that stand for the entry points of well-known images. */
const entrypoints: Readonly<Record<string, readonly string[]>> = {
  'grafana/k6': ['k6'],
  busybox: ['sh'],
};

/** What a container runs that names no command. There are no images here: only a few are known by name. */
export function findEntrypoint(image: string): readonly string[] {
  const name = image.replace(/[@:][^/]*$/, '').replace(/^docker\.io\/(library\/)?/, '');
  const known = entrypoints[name];
  if (known) return known;
  throw new WaitingError(
    'ErrImageNeverPull',
    `The process node has no images: give the container of ${image} a command that is a program of this machine`,
  );
}
