/** A server on loopback that stands for one of AWS's services. */
export interface Engine {
  endpoint: string;
  stop(): Promise<unknown>;
}
