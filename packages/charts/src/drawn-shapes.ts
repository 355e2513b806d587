import type { CustomSeriesOption } from 'echarts/charts';

type RenderItem = NonNullable<CustomSeriesOption['renderItem']>;
export type RenderApi = Parameters<RenderItem>[1];
export type DrawnItem = ReturnType<RenderItem>;

/** Pixels of one category of a custom series. */
export function categoryHeight(api: RenderApi): number {
  const size = api.size?.([0, 1]);
  return (Array.isArray(size) ? size[1] : size) ?? 24;
}

export function drawLine(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke: string,
  lineWidth: number,
): object {
  return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth } };
}

/** An interval along x with its ends marked. */
export function drawInterval(lowX: number, highX: number, y: number, stroke: string): object[] {
  const end = (x: number) => drawLine([x, y - 5], [x, y + 5], stroke, 2);
  return [drawLine([lowX, y], [highX, y], stroke, 2), end(lowX), end(highX)];
}

export function drawText(
  x: number,
  y: number,
  text: string,
  style: { fill: string; align?: 'left' | 'right'; fontSize?: number },
): object {
  const { fill, align = 'left', fontSize = 12 } = style;
  return {
    type: 'text',
    silent: true,
    style: { x, y, text, fill, align, verticalAlign: 'middle', fontSize },
  };
}

export function drawGroup(children: object[]): DrawnItem {
  return { type: 'group', children } as DrawnItem;
}
