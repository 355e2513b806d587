import { type Problem, problemSchema } from '@proofload/contracts';

/** The server refused a call. `message` is one sentence; `problem` has the fields that were wrong. */
export class RefusedError extends Error {
  readonly problem: Problem | null;
  readonly status: number;

  constructor(status: number, problem: Problem | null, message: string) {
    super(message);
    this.name = 'RefusedError';
    this.status = status;
    this.problem = problem;
  }
}

/** Reads a refused response: problem+json when the server speaks it, its status otherwise. */
export async function readRefusal(response: Response, what: string): Promise<RefusedError> {
  const text = await response.text();
  const problem = parseProblem(text);
  const detail = problem ? problem.detail || problem.title : `the server answered ${response.status}`;
  return new RefusedError(response.status, problem, `${what} was refused: ${detail}`);
}

/** The lines that explain a refusal: the sentence, each field with its line, what was kept, and the id to quote. */
export function renderRefusal(error: RefusedError): string[] {
  const { problem } = error;
  if (problem === null) return [error.message];
  const fields = (problem.errors ?? []).map(({ field, message, line }) =>
    line === undefined ? `  ${field}: ${message}` : `  ${field} (line ${line}): ${message}`,
  );
  const kept = Object.entries(problem.kept ?? {}).map(([name, value]) => `${value} ${name}`);
  return [
    error.message,
    ...fields,
    ...(kept.length > 0 ? [`  Kept all the same: ${kept.join(', ')}`] : []),
    ...(problem.status >= 500 ? [`  Request id: ${problem.requestId}`] : []),
  ];
}

function parseProblem(text: string): Problem | null {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // A proxy in between may answer with a page of its own.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
