const arrows = { up: 'M5 9V1.5M1.5 5L5 1.5 8.5 5', down: 'M5 1v7.5M1.5 5L5 8.5 8.5 5', same: 'M1 5h8' } as const;

/** Where a figure went, before the words that say how far. */
export function ChangeArrow({ direction }: { readonly direction: keyof typeof arrows }) {
  return (
    <svg
      width="0.8334em"
      height="0.8334em"
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={arrows[direction]} />
    </svg>
  );
}
