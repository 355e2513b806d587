const limitMs = 3000;

/**
 * Waits for a close, but not for ever: on Redis it does not settle while the server is away.
 * @param onError told when it was given up, and when it fails after that
 */
export async function closeInTime(closing: Promise<void>, onError: (error: Error) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((settle) => {
    timer = setTimeout(() => settle('late'), limitMs);
  });
  const ended = closing.then(() => 'closed' as const, onError);
  if ((await Promise.race([ended, limit])) === 'late') {
    onError(new Error(`The queue's connection did not close within ${limitMs} ms`));
  }
  clearTimeout(timer);
}
