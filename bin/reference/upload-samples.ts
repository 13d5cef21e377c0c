/** Requests that send a file, in languages for which httpsnippet sends only its name. */

export interface SentFile {
  method: string;
  url: string;
  /** In addition to `Authorization`. */
  headers: Readonly<Record<string, string>>;
  /** Of the form. */
  field: string;
  name: string;
  contentType: string;
}

const lines = (headers: SentFile['headers'], line: (name: string, value: string) => string): string =>
  Object.entries(headers)
    .map(([name, value]) => `${line(name, value)}\n`)
    .join('');

export const inPhp = ({ method, url, headers, field, name, contentType }: SentFile): string => `<?php

$curl = curl_init();

curl_setopt_array($curl, [
  CURLOPT_URL => "${url}",
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_CUSTOMREQUEST => "${method}",
  CURLOPT_POSTFIELDS => ["${field}" => new CURLFile("${name}", "${contentType}")],
  CURLOPT_HTTPHEADER => [
    "Authorization: Bearer " . getenv("KEY"),
${lines(headers, (header, value) => `    "${header}: ${value}",`)}  ],
]);

echo curl_exec($curl);`;

export const inRuby = ({ method, url, headers, field, name, contentType }: SentFile): string => `require 'uri'
require 'net/http'

url = URI("${url}")

http = Net::HTTP.new(url.host, url.port)
http.use_ssl = url.scheme == 'https'

request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(url)
request["Authorization"] = "Bearer #{ENV['KEY']}"
${lines(headers, (header, value) => `request["${header}"] = '${value}'`)}request.set_form(
  [['${field}', File.open('${name}', 'rb'), { content_type: '${contentType}' }]],
  'multipart/form-data'
)

response = http.request(request)
puts response.read_body`;

export const inGo = ({ method, url, headers, field, name, contentType }: SentFile): string => `package main

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {

	file, _ := os.ReadFile("${name}")

	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	part, _ := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {\`form-data; name="${field}"; filename="${name}"\`},
		"Content-Type":        {"${contentType}"},
	})
	part.Write(file)
	form.Close()

	req, _ := http.NewRequest("${method}", "${url}", body)

	req.Header.Add("Authorization", "Bearer "+os.Getenv("KEY"))
	req.Header.Add("Content-Type", form.FormDataContentType())
${lines(headers, (header, value) => `\treq.Header.Add("${header}", "${value}")`)}
	res, _ := http.DefaultClient.Do(req)

	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)

	fmt.Println(string(answer))

}`;
