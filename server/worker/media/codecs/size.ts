/** A picture's size, in pixels. */
export interface Size {
  width: number;
  height: number;
}
