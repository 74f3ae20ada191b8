interface Space {
  readonly width: number;
  readonly height: number;
}

/** Whether an axis can be named: in small charts its name would take the room of what it names. */
export const hasTitleRoom = ({ width, height }: Space, isBeside: boolean): boolean =>
  isBeside ? width >= 220 : height >= 140;

/** Whether a slider can stand below the plot; where it cannot, the wheel still zooms. */
export const hasSliderRoom = ({ height }: Pick<Space, 'height'>): boolean => height >= 140;
