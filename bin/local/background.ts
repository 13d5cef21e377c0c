export interface BackgroundFunction {
  name: string;
}
export const background: readonly BackgroundFunction[] = [];
