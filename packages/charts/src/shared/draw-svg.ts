import type { EChartsCoreOption } from 'echarts/core';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

export interface SvgRequest {
  readonly option: EChartsCoreOption;
  readonly width: number;
  readonly height: number;
  readonly background: string;
}

/** Draws an option as the text of an SVG document; apart from the host, so that its renderer is loaded only when asked for. */
export function drawSvg({ option, width, height, background }: SvgRequest): string {
  use([SVGRenderer]);
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ ...option, animation: false, backgroundColor: background });
  const text = chart.renderToSVGString();
  chart.dispose();
  // ECharts writes the quotes of a font's name into an attribute in quotes, which no reader of XML takes.
  return text.replaceAll(/font-family:"([^"<>]*)"/g, "font-family:'$1'");
}
