import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Height of the workspace that was drawn last, in px. */
let lastHeight = 0;

/** Gives a workspace the height of the one before until its fields are drawn, so that nothing around it moves twice. */
export function useStillHeight(element: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useLayoutEffect(() => {
    element.current!.style.minBlockSize = isDrawn ? '' : `${lastHeight}px`;
  }, [element, isDrawn]);
  useEffect(() => {
    if (!isDrawn) return;
    const observer = new ResizeObserver(([entry]) => {
      lastHeight = entry!.borderBoxSize[0]!.blockSize;
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, isDrawn]);
}
