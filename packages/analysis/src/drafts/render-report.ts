import type { ComparisonSnapshot, Report } from '@proofload/contracts';
import { formatRatio } from '@proofload/domain';
import {
  codeSpan,
  escapeCells,
  escapeText,
  fence,
  figureText,
  type MarkdownFigure,
  table,
} from './markdown-text.ts';
import { balanceText, breakdownText, latencyText, objectivesText } from './part-text.ts';
import { renderMarkdown } from './render-markdown.ts';
import { capacityText, comparisonText, scalingText } from './view-text.ts';

/** The parts of a shared comparison, in the order of its page. */
export const reportSections = [
  'summary',
  'scaling',
  'tradeOff',
  'objectives',
  'capacity',
  'balance',
  'breakdown',
] as const;
export type ReportSection = (typeof reportSections)[number];

/** Pictures of a section of a shared comparison, or of a block of a draft (`view-1`, ...). */
export type ReportFigures = (place: ReportSection | `view-${number}`) => readonly MarkdownFigure[];

/**
 * A frozen report as GitHub Markdown: what its page says, with the tables behind its figures.
 * @param figuresOf pictures that stand above those tables
 */
export function renderReport(report: Report, figuresOf: ReportFigures = () => []): string {
  const { snapshot, title, createdAt, createdBy, url, digest } = report;
  const origin = `Frozen ${createdAt} by ${escapeText(createdBy)}: <${url}>`;
  const text =
    snapshot.version === 1
      ? renderComparison({ ...report, snapshot }, figuresOf)
      : renderMarkdown({ ...snapshot.evaluation, title }, (view) => figuresOf(`view-${view + 1}`));
  const definitions = snapshot.version === 1 ? snapshot.definitions : snapshot.evaluation.definitions;
  return `${[
    text.trim(),
    ...definitions.flatMap(({ experiment, version, source }) => [
      `## Definition of ${escapeText(experiment)}, version ${version}`,
      fence(source.trimEnd(), 'yaml'),
    ]),
    '---',
    `${origin}. SHA-256 ${codeSpan(digest)}.`,
  ].join('\n\n')}\n`;
}

function renderComparison(
  { title, note, snapshot }: Report & { snapshot: ComparisonSnapshot },
  figuresOf: ReportFigures,
): string {
  const { comparison, parts } = snapshot;
  const breaches = parts?.breaches ?? { runs: [], load: null, omitted: 0 };
  const hasObjectives = comparison.slos.length > 0 || breaches.runs.length > 0;
  const sections: [ReportSection, string, string[]][] = [
    ['summary', 'Findings', [comparisonText(comparison), goalsText(comparison)]],
    ['scaling', 'Scaling', parts?.scaling ? [scalingText(parts.scaling)] : []],
    ['tradeOff', 'Trade-offs', parts?.tradeOff ? [escapeText(parts.tradeOff.finding)] : []],
    ['objectives', 'Objectives', hasObjectives ? [objectivesText(comparison, breaches)] : []],
    ['capacity', 'Capacity', parts?.capacity ? [capacityText(parts.capacity)] : []],
    ['balance', 'Balance', parts?.balance ? [balanceText(parts.balance)] : []],
    [
      'breakdown',
      'Breakdown',
      [
        ...(parts?.breakdown ? [breakdownText(parts.breakdown)] : []),
        ...(parts?.latency ? [latencyText(parts.latency)] : []),
      ],
    ],
  ];
  const shown = sections.flatMap(([place, name, texts]) => {
    const figures = figuresOf(place).map(figureText);
    return texts.length + figures.length === 0 ? [] : [`## ${name}`, ...figures, ...texts];
  });
  const omitted = (parts?.omitted ?? []).map(
    ({ part, reason }) => `- ${part} is left out: ${escapeText(reason)}`,
  );
  return [
    `# ${escapeText(title)}`,
    ...note.split(/\n\s*\n/).map(escapeLines),
    ...shown,
    omitted.join('\n'),
    '## Runs',
    runsText(comparison),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A paragraph of plain text: no line of it becomes a heading or an item. */
const escapeLines = (paragraph: string): string =>
  paragraph
    .trim()
    .split('\n')
    .map((line) => escapeText(line.trim()))
    .join('\\\n');

const goalsText = ({ goals }: ComparisonSnapshot['comparison']): string =>
  goals
    .map(({ measurement, target, met, best, note }) => {
      const found =
        best === null
          ? 'no group can be held against it'
          : `${formatRatio(best.ratio)} at ${best.treatment}, n=${best.n}`;
      const said = met === null ? 'cannot be told' : met ? 'reached' : 'not reached';
      return `- ${escapeText(`Goal ${measurement} ${target}: ${said}; ${note ?? found}`)}`;
    })
    .join('\n');

function runsText({ runs, covariates }: ComparisonSnapshot['comparison']): string {
  const rows = runs.map(({ id, name, group, outcome, verdict, startedAt }) => [
    name,
    group,
    outcome ?? 'none',
    verdict ?? 'none',
    startedAt ?? '',
    id,
  ]);
  const facts = covariates.flatMap(({ name, values }) =>
    values.map(({ run, value }) => [name, runs.find(({ id }) => id === run)?.name ?? run, value]),
  );
  return [
    table(['Run', 'Group', 'Outcome', 'Verdict', 'Started', 'Id'], rows.map(escapeCells), () => false),
    ...(facts.length === 0
      ? []
      : ['What else differed:', table(['Fact', 'Run', 'Value'], facts.map(escapeCells), () => false)]),
  ].join('\n\n');
}
