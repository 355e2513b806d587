import type {
  DraftBlock,
  DraftCurve,
  DraftEnvironment,
  DraftEvaluation,
  DraftInline,
  DraftMethods,
  EvaluatedClaim,
  EvaluatedView,
} from '@proofload/contracts';
import { formatInterval, formatNumber, formatQuantity, formatRatio } from '@proofload/domain';

const stateWords = {
  holds: 'Holds',
  drifted: 'Drifted',
  'cannot-be-evaluated': 'Cannot be evaluated',
} as const;

/** A draft as plain GitHub Markdown with its numbers filled in: claims as quotes, figures as the tables behind them. */
export function renderMarkdown(evaluation: DraftEvaluation): string {
  const { title, summary, document, footnotes } = evaluation;
  const writer = new MarkdownWriter(evaluation);
  const notes = footnotes.map(
    (blocks, index) => `[^${index + 1}]: ${indent(writer.blocks(blocks).trim(), '    ')}`,
  );
  const parts = [
    `# ${escapeText(title)}`,
    ...(summary.said === '' ? [] : [`**${summary.said}** (${evaluation.evaluatedAt}).`]),
    writer.blocks(document),
    ...notes,
  ];
  return `${parts.join('\n\n').trim()}\n`;
}

class MarkdownWriter {
  private readonly evaluation: DraftEvaluation;

  constructor(evaluation: DraftEvaluation) {
    this.evaluation = evaluation;
  }

  blocks(blocks: readonly DraftBlock[]): string {
    return blocks.map((block) => this.block(block)).join('\n\n');
  }

  private block(block: DraftBlock): string {
    switch (block.type) {
      case 'heading':
        return `${'#'.repeat(block.level)} ${this.line(block.children)}`;
      case 'paragraph':
        return this.line(block.children);
      case 'list':
        return block.items
          .map(({ checked, children }, index) => {
            const mark = block.start === null ? '-' : `${block.start + index}.`;
            const box = checked === null ? '' : checked ? '[x] ' : '[ ] ';
            return `${mark} ${box}${indent(this.blocks(children), ' '.repeat(mark.length + 1))}`;
          })
          .join('\n');
      case 'quote':
        return quote(this.blocks(block.children));
      case 'code':
        return fence(block.text, block.language ?? '');
      case 'table': {
        const rows = block.rows.map((row) => row.map((cell) => this.line(cell)));
        return table(rows[0] ?? [], rows.slice(1), (index) => block.align[index] === 'right');
      }
      case 'rule':
        return '---';
      case 'problem':
        return quote(`Line ${block.line}: ${escapeText(block.message)}`);
      case 'claim':
        return claimText(this.evaluation.claims[block.index]);
      case 'view':
        return viewText(this.evaluation.views[block.index]);
    }
  }

  private line(nodes: readonly DraftInline[]): string {
    return nodes.map((node) => this.inline(node)).join('');
  }

  private inline(node: DraftInline): string {
    switch (node.type) {
      case 'text':
        return escapeText(node.text);
      case 'code':
        return codeSpan(node.text);
      case 'strong':
        return `**${this.line(node.children)}**`;
      case 'emphasis':
        return `*${this.line(node.children)}*`;
      case 'delete':
        return `~~${this.line(node.children)}~~`;
      case 'link':
        return `[${this.line(node.children)}](<${node.url.replaceAll(/[<>\n]/g, encodeURIComponent)}>)`;
      case 'footnote':
        return `[^${node.number}]`;
      case 'break':
        return '\\\n';
      case 'number': {
        const result = this.evaluation.numbers[node.index]?.result;
        return result?.problem === null ? escapeText(result.text) : '*cannot be evaluated*';
      }
    }
  }
}

function claimText(claim: EvaluatedClaim | undefined): string {
  if (!claim) return '';
  const said = `**${stateWords[claim.state]}:** ${escapeText(claim.claim)}`;
  const found = `Expected ${escapeText(claim.expected)}; ${escapeText(claim.message)}. ${codeSpan(claim.expression)}`;
  return quote(`${said}\n\n${found}`);
}

function viewText(view: EvaluatedView | undefined): string {
  if (!view) return '';
  const title = view.title === null ? [] : [`**${escapeText(view.title)}**`];
  if (view.problem !== null) return [...title, quote(escapeText(view.problem))].join('\n\n');
  const parts = [
    ...(view.comparison ? [comparisonText(view.comparison)] : []),
    ...(view.capacity ? [capacityText(view.capacity)] : []),
    ...(view.tradeOff ? [escapeText(view.tradeOff.finding)] : []),
    ...(view.curves ?? []).map(curveText),
    ...(view.scaling ? [scalingText(view.scaling)] : []),
    ...(view.methods ?? []).map(methodText),
    ...(view.environment ? [environmentText(view.environment)] : []),
  ];
  return [...title, ...parts].join('\n\n');
}

function scalingText({ panels, notes }: NonNullable<EvaluatedView['scaling']>): string {
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

function capacityText({ runs }: NonNullable<EvaluatedView['capacity']>): string {
  const said = runs.flatMap(({ sentences, limits }) => [
    ...sentences,
    ...limits.flatMap((limit) => ('sentence' in limit ? [limit.sentence] : [])),
  ]);
  return said.map((sentence) => `- ${escapeText(sentence)}`).join('\n');
}

function comparisonText({
  summary,
  measurements,
  warnings,
}: NonNullable<EvaluatedView['comparison']>): string {
  const rows = measurements.flatMap(({ name, unit, cells }) =>
    cells.map((cell) => [
      name,
      cell.group,
      formatQuantity(cell.mean, unit),
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

const escapeCells = (cells: readonly string[]): string[] => cells.map(escapeText);

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (index: number) => boolean,
): string {
  // A bar in code parts cells as well.
  const cellText = (cell: string) => cell.replaceAll('\n', ' ').replace(/(?<!\\)\|/g, '\\|');
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(' | ')} |`;
  const rule = head.map((_, index) => (isRight(index) ? '---:' : '---'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Signs that Markdown would take for its own. */
const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/^([#+-])/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');

const indent = (text: string, by: string): string => text.replaceAll(/\n(?!\n|$)/g, `\n${by}`);
const quote = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`;

function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language.replaceAll(/[`\n]/g, '')}\n${text}\n${ticks}`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}
