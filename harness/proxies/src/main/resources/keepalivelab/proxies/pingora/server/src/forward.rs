//! The reverse proxy: pingora's own, with one upstream. Retries, reuse and errors are pingora's defaults.

use crate::counts::{add, Counts};
use crate::routes;
use crate::settings::Settings;
use crate::threads;
use async_trait::async_trait;
use pingora_core::protocols::Digest;
use pingora_core::server::configuration::ServerConf;
use pingora_core::services::listening::Service;
use pingora_core::upstreams::peer::HttpPeer;
use pingora_core::{Error, Result};
use pingora_http::{RequestHeader, ResponseHeader};
use pingora_proxy::{http_proxy_service_with_name, HttpProxy, ProxyHttp, Session};
use std::net::SocketAddr;
use std::sync::Arc;

pub struct Forward {
    settings: Settings,
    peer: HttpPeer,
    counts: Counts,
}

pub fn service(
    conf: &Arc<ServerConf>,
    settings: Settings,
    upstream: SocketAddr,
) -> Service<HttpProxy<Forward>> {
    let listen = settings.listen.clone();
    let peer = peer(&settings, upstream);
    let forward = Forward {
        settings,
        peer,
        counts: Counts::default(),
    };
    let mut service = http_proxy_service_with_name(conf, forward, threads::SERVICE);
    service.add_tcp(&listen);
    service
}

fn peer(settings: &Settings, upstream: SocketAddr) -> HttpPeer {
    let mut peer = HttpPeer::new(upstream, false, String::new());
    peer.options.idle_timeout = settings.idle_timeout;
    peer.options.connection_timeout = settings.connect_timeout;
    peer.options.read_timeout = settings.read_timeout;
    peer
}

#[async_trait]
impl ProxyHttp for Forward {
    /// How often an upstream was asked for.
    type CTX = u32;

    fn new_ctx(&self) -> u32 {
        0
    }

    async fn request_filter(&self, session: &mut Session, _attempts: &mut u32) -> Result<bool> {
        let Some(own) = routes::own(
            session.req_header().uri.path(),
            &self.settings.mark,
            &self.counts,
        ) else {
            add(&self.counts.requests);
            return Ok(false);
        };
        let (head, body) = own.into_parts();
        let head: ResponseHeader = head.into();
        session
            .write_response_header(Box::new(head), body.is_empty())
            .await?;
        if !body.is_empty() {
            session.write_response_body(Some(body.into()), true).await?;
        }
        Ok(true)
    }

    async fn upstream_peer(
        &self,
        _session: &mut Session,
        attempts: &mut u32,
    ) -> Result<Box<HttpPeer>> {
        *attempts += 1;
        if *attempts > 1 {
            add(&self.counts.retries);
        }
        Ok(Box::new(self.peer.clone()))
    }

    async fn connected_to_upstream(
        &self,
        _session: &mut Session,
        reused: bool,
        _peer: &HttpPeer,
        _fd: std::os::fd::RawFd,
        _digest: Option<&Digest>,
        _attempts: &mut u32,
    ) -> Result<()> {
        add(if reused {
            &self.counts.reuses
        } else {
            &self.counts.dials
        });
        Ok(())
    }

    async fn upstream_request_filter(
        &self,
        _session: &mut Session,
        request: &mut RequestHeader,
        _attempts: &mut u32,
    ) -> Result<()> {
        if self.settings.upstream_http10 {
            request.set_version(http::Version::HTTP_10);
        }
        if self.settings.upstream_close {
            request.insert_header(http::header::CONNECTION, "close")?;
        }
        Ok(())
    }

    fn fail_to_connect(
        &self,
        _session: &mut Session,
        _peer: &HttpPeer,
        _attempts: &mut u32,
        error: Box<Error>,
    ) -> Box<Error> {
        add(&self.counts.dial_failures);
        error
    }
}
