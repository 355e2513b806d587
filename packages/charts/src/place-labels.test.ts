import { describe, expect, it } from 'vitest';
import { type Box, placeLabels } from './place-labels.ts';

const bounds = { x: 0, y: 0, width: 800, height: 300 };

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe('labels of marks', () => {
  it('stand beside their mark, towards the middle of the figure', () => {
    const [left, right] = placeLabels(
      [
        { x: 50, y: 100, text: 'near' },
        { x: 750, y: 200, text: 'far' },
      ],
      bounds,
    );
    expect(left?.box.x).toBe(62);
    expect((right?.box.x ?? 0) + (right?.box.width ?? 0)).toBeCloseTo(738, 9);
  });

  it('never cover one another or a mark, and stay inside', () => {
    const wanted = Array.from({ length: 12 }, (_, index) => ({
      x: 380 + (index % 4) * 25,
      y: 140 + Math.floor(index / 4) * 12,
      text: `algorithm=number-${index},applications_per_cluster=equal`,
    }));
    const placed = placeLabels(wanted, bounds).flatMap((label) => label ?? []);
    expect(placed.length).toBeGreaterThan(3);
    for (const [index, { box }] of placed.entries()) {
      for (const other of placed.slice(index + 1)) expect(isApart(box, other.box)).toBe(true);
      for (const { x, y } of wanted)
        expect(isApart(box, { x: x - 7, y: y - 7, width: 14, height: 14 })).toBe(true);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(800);
    }
  });

  it('are cut where they are long, and left out where there is no room', () => {
    const [label] = placeLabels([{ x: 10, y: 20, text: 'x'.repeat(100) }], bounds);
    expect(label?.text).toBe(`${'x'.repeat(29)}…`);
    expect(placeLabels([{ x: 10, y: 20, text: 'name' }], { x: 0, y: 0, width: 20, height: 30 })).toEqual([
      null,
    ]);
  });
});
