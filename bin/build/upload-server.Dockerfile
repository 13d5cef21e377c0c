FROM public.ecr.aws/docker/library/node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY index.mjs .
USER node
EXPOSE 8080
CMD ["node", "index.mjs"]
