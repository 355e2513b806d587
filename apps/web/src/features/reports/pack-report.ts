import { type MarkdownFigure, type ReportFigures, renderMarkdown, renderReport } from '@proofload/analysis';
import type { DraftEvaluation, Report } from '@proofload/contracts';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type DrawnFigure, drawnFigure } from '@/components/chart/drawn-figures';
import { exportFigure, fileName } from '@/components/chart/export-figure';

/** A report, or a draft as it is now. */
export type PackedReport = { report: Report } | { evaluation: DraftEvaluation };

/** More nobody looks at, and a browser would hold all of them at once. */
const maxFigures = 300;
/** Until a page has come to life, milliseconds. */
const patienceMs = 20_000;

/**
 * Packs a report as Markdown with a PNG of every figure of its page, in light colours, and the data of each as CSV.
 * @param root what holds the figures; those of a block stand within `data-block`
 * @param onFigure is told how many of how many figures are drawn
 * @returns a ZIP with `report.md` and `figures/`
 * @throws Error for more than 300 figures, and when one cannot be drawn
 */
export async function packReport(
  packed: PackedReport,
  root: Element,
  onFigure: (done: number, all: number) => void,
): Promise<Blob> {
  const figures = (await findFigures(root)).filter(({ figure }) => !figure.model.isEmpty);
  if (figures.length > maxFigures)
    throw new Error(`A report is packed with at most ${maxFigures} figures; this one has ${figures.length}`);
  const files: Zippable = {};
  const placed = new Map<string, MarkdownFigure[]>();
  for (const [index, { block, figure }] of figures.entries()) {
    onFigure(index, figures.length);
    const stem = `figures/${String(index + 1).padStart(2, '0')}-`;
    const [path, data] = (['png', 'csv'] as const).map(
      (format) => stem + fileName(figure.model.title, format),
    ) as [string, string];
    // Pictures are compressed already.
    files[path] = [await drawFile(figure, 'png'), { level: 0 }];
    files[data] = [await drawFile(figure, 'csv'), { level: 6 }];
    placed.set(block, [...(placed.get(block) ?? []), { alt: sayFigure(figure), path, data }]);
  }
  onFigure(figures.length, figures.length);
  files['report.md'] = [strToU8(write(packed, (place) => placed.get(place) ?? [])), { level: 6 }];
  return new Blob([zipSync(files)], { type: 'application/zip' });
}

function write(packed: PackedReport, figuresOf: ReportFigures): string {
  if ('report' in packed) return renderReport(packed.report, figuresOf);
  return renderMarkdown(packed.evaluation, (view) => figuresOf(`view-${view + 1}`));
}

async function drawFile({ model, hidden }: DrawnFigure, format: 'png' | 'csv'): Promise<Uint8Array> {
  try {
    const blob = await exportFigure(model, format, { hidden, source: window.location.href });
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new Error(`The figure “${model.title}” could not be drawn`, { cause });
  }
}

/** The text alternative, which of a large figure is a list of all its values. */
function sayFigure({ model: { title, description } }: DrawnFigure): string {
  const said = description.startsWith(title) ? description : `${title}. ${description}`;
  return said.length > 300 ? `${said.slice(0, 299)}…` : said;
}

/** The figures of a page in their order; waits for those of parts that have not come to life yet. */
async function findFigures(root: Element): Promise<{ block: string; figure: DrawnFigure }[]> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const found = [...root.querySelectorAll('figure')].map((element) => ({
      block: element.closest<HTMLElement>('[data-block]')?.dataset.block ?? 'summary',
      figure: drawnFigure(element),
    }));
    const isComplete = root.querySelector('[data-loading]') === null;
    const known = found.flatMap(({ block, figure }) => (figure ? [{ block, figure }] : []));
    if (isComplete && known.length === found.length) return known;
    if (Date.now() > until)
      throw new Error('Some parts of the page were not loaded within 20 s; reload it and try again');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
