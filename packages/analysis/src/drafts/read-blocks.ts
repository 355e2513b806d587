import {
  type BalanceChoice,
  type BreakdownChoice,
  balanceChoiceSchema,
  breakdownChoiceSchema,
  type DraftView,
  draftViews,
  type LatencyChoice,
  nameSchema,
} from '@proofload/contracts';
import { type FilterNode, ProofloadError, parseFilter } from '@proofload/domain';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { CodeBlock } from './read-document.ts';

const maxBlockLength = 20_000;

const claimSchema = z.strictObject({
  claim: z.string('expected a sentence').trim().min(1).max(1000),
  expression: z.string('expected an expression').min(1).max(2000),
  expected: z
    .union([z.string().min(1).max(200), z.number()], 'expected what is expected, such as `3.5x ± 2 %`')
    .transform(String),
});

const oneOrMore = (max: number) => {
  const name = z.string().min(1).max(256);
  return z.union([z.array(name).max(max), name.transform((one) => [one])]);
};

const viewSchema = z.strictObject({
  view: z.enum(draftViews),
  title: z.string().max(200).optional(),
  experiment: nameSchema.optional(),
  sweep: z.string().max(64).optional(),
  runs: z.string().max(4096).optional().meta({ description: 'A filter, as the list of runs takes it' }),
  by: z.string().max(256).default('treatment'),
  baseline: z.string().max(1024).optional(),
  measurements: oneOrMore(50).optional(),
  factor: z.string().min(1).max(256).optional(),
  hold: z.string().max(2048).optional(),
  per: oneOrMore(3).optional(),
  work: z.string().min(1).max(256).optional(),
  metrics: oneOrMore(4).optional().meta({ description: 'What figures over time draw' }),
  ...balanceChoiceSchema.shape,
  ...breakdownChoiceSchema.shape,
  labels: oneOrMore(2).optional(),
});

export interface DraftClaim {
  line: number;
  claim: string;
  expression: string;
  expected: string;
}

export interface DraftViewBlock {
  line: number;
  view: DraftView;
  title: string | null;
  experiment: string | null;
  sweep: string | null;
  /** As written, and as it is read; null for all runs. */
  runs: string | null;
  filter: FilterNode | null;
  by: string;
  baseline: string | null;
  measurements: string[] | null;
  /** What figures over time draw; the usual ones when null. */
  metrics: string[] | null;
  /** How `scaling` follows a factor, as the route of the same name takes it. */
  scaling: Partial<Record<'factor' | 'hold' | 'per' | 'work', string>>;
  /** What `balance`, `breakdown` and `latency` take apart, as the routes of the same names take it. */
  balance: BalanceChoice;
  breakdown: BreakdownChoice;
  latency: LatencyChoice;
}

/** What is wrong with a block, on a line of the draft. */
export interface BlockProblem {
  line: number;
  message: string;
}

/** Reads the YAML of a claim: `claim`, `expression` and `expected`. */
export function readClaim(block: CodeBlock): { claim: DraftClaim } | { problem: BlockProblem } {
  // `expected: > 3x` is a folded text to YAML, which nobody means here.
  const text = block.text.replace(
    /^(\s*expected:[ \t]*)([<>=!~≈≠±].*)$/gmu,
    (_, key: string, value: string) => `${key}${JSON.stringify(value.trim())}`,
  );
  const read = readYaml({ ...block, text }, claimSchema, '`claim`, `expression` and `expected`');
  return 'problem' in read ? read : { claim: { line: block.line, ...read.content } };
}

/** Reads the YAML of a view. */
export function readView(block: CodeBlock): { view: DraftViewBlock } | { problem: BlockProblem } {
  const read = readYaml(block, viewSchema, '`view`');
  if ('problem' in read) return read;
  const { content } = read;
  const fail = (message: string) => ({ problem: { line: block.line, message } });
  if (content.experiment === undefined && content.sweep === undefined && content.runs === undefined)
    return fail('expected `experiment`, `sweep` or `runs`, to know which runs are meant');
  try {
    return {
      view: {
        line: block.line,
        view: content.view,
        title: content.title ?? null,
        experiment: content.experiment ?? null,
        sweep: content.sweep ?? null,
        runs: content.runs ?? null,
        filter: content.runs === undefined ? null : parseFilter(content.runs),
        by: content.by,
        baseline: content.baseline ?? null,
        measurements: content.measurements ?? null,
        metrics: content.metrics ?? null,
        scaling: readScalingFields(content),
        ...readPartFields(content),
      },
    };
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    return fail(`runs: ${error.fields[0]?.message ?? error.message}`);
  }
}

function readScalingFields({
  factor,
  hold,
  per,
  work,
}: z.infer<typeof viewSchema>): DraftViewBlock['scaling'] {
  return {
    ...(factor === undefined ? {} : { factor }),
    ...(hold === undefined ? {} : { hold }),
    ...(per === undefined ? {} : { per: per.join(',') }),
    ...(work === undefined ? {} : { work }),
  };
}

function readPartFields({
  metric,
  label,
  labels,
  select,
  aggregate,
  over,
  combination,
  moment,
  at,
  top,
  total,
}: z.infer<typeof viewSchema>): Pick<DraftViewBlock, 'balance' | 'breakdown' | 'latency'> {
  const asked = { metric, select, aggregate, over };
  return {
    balance: { ...asked, label, combination },
    breakdown: { ...asked, labels: labels?.join(','), moment, at, top, total },
    latency: { metric, label, over },
  };
}

function readYaml<T>(
  { line, text }: CodeBlock,
  schema: z.ZodType<T>,
  wanted: string,
): { content: T } | { problem: BlockProblem } {
  const fail = (at: number, message: string) => ({ problem: { line: line + at, message } });
  if (text.length > maxBlockLength) return fail(0, `expected at most ${maxBlockLength} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: 'core' });
  const [broken] = document.errors;
  if (broken)
    return fail(lines.linePos(broken.pos[0]).line - 1, `expected YAML: ${broken.message.split('\n')[0]}`);
  const content: unknown = document.toJS({ maxAliasCount: 20 });
  if (typeof content !== 'object' || content === null) return fail(0, `expected YAML with ${wanted}`);
  const checked = schema.safeParse(content);
  if (checked.success) return { content: checked.data };
  const [issue] = checked.error.issues;
  const path = issue?.path.join('.') ?? '';
  return fail(0, path === '' ? (issue?.message ?? 'not valid') : `${path}: ${issue?.message}`);
}
