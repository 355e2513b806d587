export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The middle of a mark, in pixels. */
interface Mark {
  x: number;
  y: number;
}

export interface LabelWanted extends Mark {
  text: string;
}

export interface PlacedLabel {
  /** Shortened where it is long. */
  text: string;
  box: Box;
}

/** Of the text of a label, 11 px high; letters are a little narrower than this on average. */
const letterWidth = 6.2;
const lineHeight = 14;
const maxLetters = 30;
/** From the middle of a mark to the label. */
const distance = 12;
const markSize = 14;

/**
 * Finds a place for the name of each mark beside, above or below it, where it covers no other name and no mark. One for which
 * there is none gets none: it is told by the legend and the tooltip.
 * @param wanted the most important first
 * @param marks further ones, which have no name
 */
export function placeLabels(
  wanted: readonly LabelWanted[],
  bounds: Box,
  marks: readonly Mark[] = [],
): (PlacedLabel | null)[] {
  const taken = [...wanted, ...marks].map(({ x, y }) => around(x, y, markSize, markSize));
  return wanted.map(({ x, y, text }) => {
    const said = text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text;
    const width = said.length * letterWidth;
    const isRight = x > bounds.x + bounds.width / 2;
    const box = candidates(x, y, width, isRight).find(
      (candidate) => lies(candidate, bounds) && !taken.some((other) => overlap(candidate, other)),
    );
    if (box === undefined) return null;
    taken.push(box);
    return { text: said, box };
  });
}

/** Towards the middle of the figure first. */
function candidates(x: number, y: number, width: number, isRight: boolean): Box[] {
  const right = { x: x + distance, y: y - lineHeight / 2, width, height: lineHeight };
  const left = { ...right, x: x - distance - width };
  const [above, below] = [y - distance - lineHeight / 2, y + distance + lineHeight / 2];
  const beside = isRight ? [left, right] : [right, left];
  const over = [x, isRight ? x - width / 2 : x + width / 2, isRight ? x + width / 2 : x - width / 2];
  return [
    ...beside,
    ...[above, below].flatMap((middle) => over.map((center) => around(center, middle, width, lineHeight))),
  ];
}

const around = (x: number, y: number, width: number, height: number): Box => ({
  ...{ x: x - width / 2, y: y - height / 2 },
  width,
  height,
});

const lies = (box: Box, within: Box): boolean =>
  box.x >= within.x &&
  box.y >= within.y &&
  box.x + box.width <= within.x + within.width &&
  box.y + box.height <= within.y + within.height;

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
