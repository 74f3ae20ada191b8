import { Path2D } from '@napi-rs/canvas';
import type { ChartTheme } from '@powerset/chart-kit';
import { type MapPicture, projector, toShapes } from '@powerset/charts/drawing';
import { findMap } from './read-maps.ts';
import type { Pen } from './surface.ts';

interface Space {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

/** A map's marks on the land of the world, as flat shapes seen from above. */
export function paintMap(pen: Pen, picture: MapPicture, { width, height, theme }: Space): void {
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.clip();
  paintGround(pen, picture, { width, height, theme });
  for (const { d, fill, stroke, width: line, text } of toShapes(picture, { width, height, theme })) {
    const path = new Path2D(d);
    if (fill && d !== '') {
      pen.fillStyle = fill;
      pen.fill(path);
    }
    if (stroke && d !== '') {
      pen.strokeStyle = stroke;
      pen.lineWidth = line ?? 1;
      pen.stroke(path);
    }
    if (!text) continue;
    pen.font = `400 ${text.size}px ${theme.font}`;
    pen.fillStyle = d === '' && fill ? fill : theme.text;
    pen.textBaseline = 'middle';
    pen.fillText(text.label, text.x - pen.measureText(text.label).width / 2, text.y);
  }
  pen.restore();
}

function paintGround(pen: Pen, { view }: MapPicture, { width, height, theme }: Space): void {
  const [water, land] = theme.isDark ? [theme.card, theme.border] : [theme.grid, theme.card];
  const place = projector(view, { width, height });
  pen.fillStyle = water;
  pen.fillRect(0, 0, width, height);
  pen.beginPath();
  for (const [ring = []] of findMap('world').areas.flatMap(({ polygons }) => polygons)) {
    for (const [at, [longitude, latitude]] of ring.entries()) {
      const [x, y] = place(longitude, latitude);
      if (at === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.closePath();
  }
  pen.fillStyle = land;
  pen.strokeStyle = theme.borderStrong;
  pen.lineWidth = 0.5;
  pen.fill();
  pen.stroke();
}
