import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is in view, or has been during the last `lingerMs`. */
export function useInView(ref: RefObject<Element | null>, lingerMs: number): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      const entered = entries.at(-1)?.isIntersecting ?? false;
      clearTimeout(timer);
      if (entered) setInView(true);
      else timer = setTimeout(() => setInView(false), lingerMs);
    });
    observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [ref, lingerMs]);
  return inView;
}
