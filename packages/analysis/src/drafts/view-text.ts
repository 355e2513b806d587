import type { DraftCurve, DraftEnvironment, DraftMethods, EvaluatedView } from '@proofload/contracts';
import { formatAmount, formatInterval, formatNumber, formatQuantity, formatRatio } from '@proofload/domain';
import { escapeCells, escapeText, figureText, type MarkdownFigure, quote, table } from './markdown-text.ts';
import { balanceText, breakdownText, latencyText, objectivesText } from './part-text.ts';

/**
 * What a block shows, as tables and sentences.
 * @param figures pictures of it, below its title
 */
export function viewText(view: EvaluatedView | undefined, figures: readonly MarkdownFigure[]): string {
  if (!view) return '';
  const title = view.title === null ? [] : [`**${escapeText(view.title)}**`];
  if (view.problem !== null) return [...title, quote(escapeText(view.problem))].join('\n\n');
  const { comparison } = view;
  const parts = [
    ...figures.map(figureText),
    // What is taken apart has its own figures of the same groups.
    ...(comparison && !view.balance && !view.breakdown && !view.latency ? [comparisonText(comparison)] : []),
    ...(comparison && view.breaches ? [objectivesText(comparison, view.breaches)] : []),
    ...(view.capacity ? [capacityText(view.capacity)] : []),
    ...(view.tradeOff ? [escapeText(view.tradeOff.finding)] : []),
    ...(view.balance ? [balanceText(view.balance)] : []),
    ...(view.breakdown ? [breakdownText(view.breakdown)] : []),
    ...(view.latency ? [latencyText(view.latency)] : []),
    ...(view.curves ?? []).map(curveText),
    ...(view.scaling ? [scalingText(view.scaling)] : []),
    ...(view.methods ?? []).map(methodText),
    ...(view.environment ? [environmentText(view.environment)] : []),
  ];
  return [...title, ...parts].filter((part) => part !== '').join('\n\n');
}

export function scalingText({ panels, notes }: NonNullable<EvaluatedView['scaling']>): string {
  const parts = panels.flatMap(({ held, curves }) => {
    const place = held.map(({ factor, level }) => `${factor}=${level}`).join(', ');
    return curves.flatMap(({ measurement, unit, points, findings }) => [
      `**${escapeText(place === '' ? measurement : `${measurement} at ${place}`)}**`,
      table(
        ['Level', 'n', 'Mean', 'Step', 'Gain', 'Efficiency'],
        points.map(({ level, n, mean, step, gain, efficiency }) =>
          escapeCells([
            level,
            String(n),
            formatQuantity(mean, unit),
            step === null ? '' : formatQuantity(step.change * 100, '%'),
            gain === null ? '' : formatRatio(gain.ratio),
            efficiency === null ? '' : formatNumber(efficiency.value),
          ]),
        ),
        (index) => index >= 1,
      ),
      findings.map((finding) => `- ${escapeText(finding)}`).join('\n'),
    ]);
  });
  return [...parts, ...notes.map(escapeText)].filter((part) => part !== '').join('\n\n');
}

export function capacityText({ runs }: NonNullable<EvaluatedView['capacity']>): string {
  const said = runs.flatMap(({ sentences, limits }) => [
    ...sentences,
    ...limits.flatMap((limit) => ('sentence' in limit ? [limit.sentence] : [])),
  ]);
  return said.map((sentence) => `- ${escapeText(sentence)}`).join('\n');
}

export function comparisonText({
  summary,
  measurements,
  warnings,
}: NonNullable<EvaluatedView['comparison']>): string {
  const rows = measurements.flatMap(({ name, unit, cells }) =>
    cells.map((cell) => [
      name,
      cell.group,
      cell.amount ? formatAmount(cell.amount, unit) : formatQuantity(cell.mean, unit),
      String(cell.n),
      cell.ratio === null ? '' : formatRatio(cell.ratio),
      formatInterval(cell.low, cell.high),
    ]),
  );
  const head = ['Measurement', 'Group', 'Mean', 'n', 'Ratio', '95 % interval'];
  const notes = warnings.map((warning) => `- ${escapeText(warning)}`).join('\n');
  return [escapeText(summary), table(head, rows.map(escapeCells), (index) => index >= 2), notes]
    .filter((part) => part !== '')
    .join('\n\n');
}

function curveText({ factor, measurement, unit, points, knee }: DraftCurve): string {
  const rows = points.map(({ level, mean, interval, values, unfinished }) => [
    level,
    formatQuantity(mean, unit),
    interval ? formatInterval(interval.low, interval.high) : '',
    String(values.length),
    [...new Set(unfinished)].join('; '),
  ]);
  const head = [factor, measurement, '95 % interval', 'n', 'Left out'].map(escapeText);
  const said = knee === null ? '' : `\n\n${escapeText(knee.said)}`;
  return `${table(head, rows.map(escapeCells), (index) => index < 4)}${said}`;
}

function methodText(method: DraftMethods[number]): string {
  const facts = [
    method.objective ?? '',
    `${method.experiment ?? 'Runs without an experiment'}, version ${method.versions.join(', ') || 'none'}; executor ${method.executor}.`,
    ...method.factors.map(({ name, levels }) => `Factor ${name}: ${levels.join(', ')}.`),
    ...method.citations.map(({ title, url }) => `Published: ${title}, ${url}`),
  ].filter((fact) => fact !== '');
  const measured = method.measurements.map(({ name, said, unit }) => [name, said, unit ?? '']);
  const treatments = method.treatments.map(({ key, n, leftOut }) => [
    key,
    String(n),
    [...new Set(leftOut)].join('; '),
  ]);
  return [
    facts.map((fact) => `- ${escapeText(fact)}`).join('\n'),
    table(['Measurement', 'How it is measured', 'Unit'], measured.map(escapeCells), () => false),
    table(['Treatment', 'n', 'Left out'], treatments.map(escapeCells), (index) => index === 1),
  ].join('\n\n');
}

function environmentText({ common, differing, runs }: DraftEnvironment): string {
  const rows = [
    ...differing.flatMap(({ name, values }) =>
      values.map(({ value, treatments, runs: count }) => [name, value, String(count), treatments.join('; ')]),
    ),
    ...common.map(({ name, value }) => [name, value, String(runs), 'all']),
  ];
  return table(['Fact', 'Value', 'Runs', 'In'], rows.map(escapeCells), (index) => index === 2);
}
