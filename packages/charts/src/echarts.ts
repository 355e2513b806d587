import { CustomChart, LineChart } from 'echarts/charts';
import {
  AxisPointerComponent,
  GridComponent,
  LegendPlainComponent,
  MarkAreaComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';

// Everything that chart-model.ts allows, and nothing else. Figures are SVG: sharp in print and small.
use([
  AxisPointerComponent,
  CustomChart,
  GridComponent,
  LabelLayout,
  LegendPlainComponent,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  SVGRenderer,
  ToolboxComponent,
  TooltipComponent,
]);

/** ECharts with what figures need. Apart from the models, because it is large: pages load it when they draw. */
export { init };
