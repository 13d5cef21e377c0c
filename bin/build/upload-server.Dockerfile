FROM public.ecr.aws/docker/library/node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /app
COPY index.mjs .
USER node
EXPOSE 8080
# A small young generation: what has passed through is let go of early.
CMD ["node", "--max-semi-space-size=1", "index.mjs"]
