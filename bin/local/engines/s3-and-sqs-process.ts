/** `PORT [DIR]`: runs S3 and SQS until its standard input ends; prints its endpoint, or why it has none, in its first line. */
import { messageOf } from '../startup-error.ts';
import { startS3AndSqs } from './s3-and-sqs.ts';

// Only its owner can read what it keeps.
process.umask(0o077);

const [, , port, data] = process.argv;
try {
  const engine = await startS3AndSqs(Number(port), data);
  process.stdin.resume().once('end', async () => {
    await engine.stop();
    process.exit(0);
  });
  process.stdout.write(`${engine.endpoint}\n`);
} catch (error) {
  process.stdout.write(`${messageOf(error).split('\n', 1)[0]}\n`);
}
