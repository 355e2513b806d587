/** Why the command cannot go on, in one sentence for whoever typed it. Shown without a stack; exit code 1. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}
